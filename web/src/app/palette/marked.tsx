import { markedParts } from './match.ts';

/** A text with what was typed marked in it. */
export function Marked({ text, typed }: { text: string; typed: string }) {
  let at = 0;
  return markedParts(text, typed).map((part) => {
    const key = at;
    at += part.text.length;
    return part.isMatch ? <mark key={key}>{part.text}</mark> : <span key={key}>{part.text}</span>;
  });
}
