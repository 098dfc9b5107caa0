/** Opening a record by dropping its file: it becomes a match. */

import { useState } from "preact/hooks";
import { problem } from "../api/request";
import { studio } from "../api/studio";
import type { RecordOpened } from "../generated/wire";
import { FileDrop } from "../parts/drop";
import { Hint, Problem } from "../parts/notice";
import { matchRoute, visit } from "../route";
import { atLine } from "../words";
import { DivergenceView } from "./divergence";

export function OpenRecord() {
  const [opened, setOpened] = useState<RecordOpened | null>(null);
  const [error, setError] = useState<string | null>(null);
  const open = async (file: File) => {
    setError(null);
    setOpened(null);
    try {
      const opened = await studio.open(file);
      if (opened.kind === "opened" && opened.remark === null) visit(matchRoute(opened.match.id));
      else setOpened(opened);
    } catch (thrown) {
      setError(problem(thrown));
    }
  };
  return (
    <>
      <FileDrop label="Drop a record here to open it, or choose a file" took={(file) => void open(file)} />
      {error && <Problem>{error}</Problem>}
      {opened?.kind === "opened" && (
        <>
          <Hint>{opened.remark}</Hint>
          <button type="button" onClick={() => visit(matchRoute(opened.match.id))}>
            Open it all the same
          </button>
        </>
      )}
      {opened?.kind === "unreadable" && <Problem>{atLine(opened.line, opened.message)}</Problem>}
      {opened?.kind === "diverged" && (
        <>
          <DivergenceView divergence={opened} />
          {opened.match && (
            <button type="button" onClick={() => opened.match && visit(matchRoute(opened.match.id))}>
              Open what agrees
            </button>
          )}
        </>
      )}
    </>
  );
}
