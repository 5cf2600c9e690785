/** The bytes of a text that holds one character per byte (ISO 8859-1). Runs in a browser as well, which has no `Buffer`. */
export function bytesOf(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}
