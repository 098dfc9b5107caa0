import { render } from "preact";
import { App } from "./app";
import { followAddress } from "./route";
import "./style/base.css";
import "./style/layout.css";
import "./style/boards.css";
import "./style/duels.css";
import "./style/market.css";
import "./style/panes.css";

followAddress();
// A record that is dropped beside its place must not take the page's.
for (const kind of ["dragover", "drop"]) addEventListener(kind, (event) => event.preventDefault());
const place = document.getElementById("studio");
if (place) render(<App />, place);
