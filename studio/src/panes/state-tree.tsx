/** A state as a tree that opens where one looks. */

import { useState } from "preact/hooks";
import type { StateNode } from "../generated/wire";
import { Hint } from "../parts/notice";
import { narrow } from "./state-filter";

/** Parts with more children than this are closed at first. */
const OPEN_UP_TO = 12;

interface Props {
  root: StateNode;
  filter: string;
  /** Nobody has looked yet what wrote the values. */
  isBare: boolean;
  go: (node: number) => void;
}

export function StateTree({ root, filter, isBare, go }: Props) {
  const shown = narrow(root, filter);
  if (!shown) return <Hint>No name and no value has these words.</Hint>;
  return (
    <ul class="state-tree">
      <Part part={shown} depth={0} isOpen={filter.trim() !== ""} isBare={isBare} go={go} />
    </ul>
  );
}

interface PartProps extends Pick<Props, "isBare" | "go"> {
  part: StateNode;
  depth: number;
  isOpen: boolean;
}

function Part({ part, depth, isOpen, isBare, go }: PartProps) {
  const [open, setOpen] = useState(depth < 2 && part.children.length <= OPEN_UP_TO);
  const isLeaf = part.children.length === 0;
  const head = (
    <>
      <code class="name">{part.name}</code>
      {part.value !== null && <code class="value">{part.value}</code>}
      {part.unknown && !isBare && <span class="quiet"> written long ago</span>}
      {part.written && <WrittenBy written={part.written} go={go} />}
    </>
  );
  if (isLeaf) return <li>{head}</li>;
  return (
    <li>
      <details open={open || isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{head}</summary>
        {(open || isOpen) && (
          <ul>
            {part.children.map((child, index) => (
              <Part key={`${child.name} ${index}`} part={child} depth={depth + 1} {...{ isOpen, isBare, go }} />
            ))}
          </ul>
        )}
      </details>
    </li>
  );
}

function WrittenBy({ written, go }: { written: NonNullable<StateNode["written"]>; go: (node: number) => void }) {
  return (
    <button
      type="button"
      class="written"
      title={`Last written by event ${written.event + 1} of step ${written.node}: ${written.text}`}
      onClick={(event) => {
        event.preventDefault();
        go(written.node);
      }}
    >
      ✎ {written.text}
    </button>
  );
}
