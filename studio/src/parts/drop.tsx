/** A place to drop a file on, which is also a button to choose one. */

import { useState } from "preact/hooks";

interface Props {
  label: string;
  took: (file: File) => void;
}

export function FileDrop({ label, took }: Props) {
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer?.files[0];
    if (file) took(file);
  };
  const drag = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  const choose = (event: Event) => {
    const input = event.currentTarget as HTMLInputElement;
    const file = input.files?.[0];
    if (file) took(file);
    input.value = "";
  };
  return (
    <label class={over ? "drop over" : "drop"} onDrop={drop} onDragOver={drag} onDragLeave={() => setOver(false)}>
      <input type="file" class="unseen" onChange={choose} />
      <span>{label}</span>
    </label>
  );
}
