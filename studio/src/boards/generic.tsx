/** Any game: its text or its author's picture, and beside it the list of what can be done. */

export function GenericBoard({ text, picture }: { text: string; picture: string | null }) {
  if (picture !== null) {
    // As an image it can run nothing and fetch nothing.
    return <img class="picture board" src={`data:image/svg+xml,${encodeURIComponent(picture)}`} alt={text} />;
  }
  return (
    <pre class="generic board" tabIndex={0} aria-label="The game as text">
      {text}
    </pre>
  );
}
