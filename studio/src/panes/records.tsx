/** Records: save this line, open one, or verify that a game still goes as its record says. */

import { useState } from "preact/hooks";
import { problem } from "../api/request";
import { studio } from "../api/studio";
import type { RecordVerdict } from "../generated/wire";
import type { MatchStore } from "../match/store";
import { FileDrop } from "../parts/drop";
import { Hint, Problem } from "../parts/notice";
import { writeRoute } from "../route";
import { atLine, counted, title } from "../words";
import { DivergenceView } from "./divergence";
import { OpenRecord } from "./open-record";

export function RecordsPane({ store }: { store: MatchStore }) {
  const [verdict, setVerdict] = useState<RecordVerdict | null>(null);
  const [error, setError] = useState<string | null>(null);
  const node = store.node.value;
  const run = (work: Promise<void>) => {
    setError(null);
    work.catch((thrown: unknown) => setError(problem(thrown)));
  };
  const save = async () => {
    const text = await studio.record(store.id, node);
    download(`${store.match.value?.game ?? "match"}-${store.id}-${node}.jsonl`, text);
  };
  const verifyThis = async () => {
    const text = await studio.record(store.id, node);
    setVerdict(await studio.verify(new Blob([text])));
  };
  const verifyFile = async (file: File) => setVerdict(await studio.verify(file));
  return (
    <>
      <h3>This line, up to where you are</h3>
      <p class="buttons">
        <button type="button" class="primary" onClick={() => run(save())}>
          Save the record
        </button>
        <button type="button" onClick={() => run(verifyThis())}>
          Verify it
        </button>
        <CopyLink store={store} />
      </p>
      <h3>A record from a file</h3>
      <OpenRecord />
      <FileDrop label="Drop a record here to verify it, or choose a file" took={(file) => run(verifyFile(file))} />
      {error && <Problem>{error}</Problem>}
      {verdict && <Verdict verdict={verdict} />}
    </>
  );
}

function Verdict({ verdict }: { verdict: RecordVerdict }) {
  switch (verdict.kind) {
    case "same":
      return (
        <>
          <p class="forecast good" role="status">
            ✓ {title(verdict.game)}: all {counted(verdict.frames, "frame")} go as the record says.
          </p>
          {verdict.remark && <Hint>{verdict.remark}</Hint>}
        </>
      );
    case "diverged":
      return <DivergenceView divergence={verdict} />;
    case "unreadable":
      return <Problem>{atLine(verdict.line, verdict.message)}</Problem>;
  }
}

function CopyLink({ store }: { store: MatchStore }) {
  const [copied, setCopied] = useState(false);
  const link = `${location.origin}${location.pathname}${writeRoute({ ...store.place.value, node: store.node.value })}`;
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => setCopied(true),
      () => window.prompt("The link to this frame:", link),
    );
  return (
    <button type="button" onClick={() => void copy()}>
      {copied ? "The link is copied" : "Copy the link to this frame"}
    </button>
  );
}

function download(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/jsonl" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
