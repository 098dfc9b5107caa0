/** The page: its head, and whatever the address asks for. */

import { Home } from "./home/home";
import { MatchPage } from "./match/match-page";
import { BookPane } from "./panes/book";
import { Problem } from "./parts/notice";
import { route, writeRoute } from "./route";
import { nextTheme, theme } from "./theme";

export function App() {
  const here = route.value;
  return (
    <>
      <a class="skip" href="#main" onClick={skip}>
        To the content
      </a>
      <header class="page-head">
        <a class="brand" href={writeRoute({ page: "home" })}>
          <Sign /> Rulebook studio
        </a>
        <button type="button" class="small" onClick={nextTheme} aria-label={`Colours: ${theme.value}. Change`}>
          Colours: {theme.value}
        </button>
      </header>
      <main id="main" tabIndex={-1}>
        {here.page === "home" && <Home />}
        {here.page === "unreadable" && <Unreadable link={here.link} />}
        {here.page === "match" && <MatchPage key={here.id} id={here.id} />}
        {here.page === "book" && (
          <div class="pane alone">
            <BookPane key={here.game} game={here.game} match={null} steps={0} />
          </div>
        )}
      </main>
    </>
  );
}

function Unreadable({ link }: { link: string }) {
  return (
    <div class="pane alone">
      <h1>This link cannot be read</h1>
      <Problem>
        Part of it is missing or was changed: <code>{link}</code>. Ask for it again, or look for the match at home.
      </Problem>
      <p>
        <a href={writeRoute({ page: "home" })}>To all games and matches</a>
      </p>
    </div>
  );
}

/** The address is the route, so that the jump is made by hand. */
function skip(event: Event): void {
  event.preventDefault();
  document.getElementById("main")?.focus();
}

function Sign() {
  return (
    <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true" class="sign">
      <path d="M4 4 h7 q1 0 1 1 v15 q0 -1.500 -2 -1.500 h-6 Z M20 4 h-7 q-1 0 -1 1 v15 q0 -1.500 2 -1.500 h6 Z" />
    </svg>
  );
}
