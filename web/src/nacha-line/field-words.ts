/** Short forms of the field, which are written in capitals. */
const CAPITALS: Readonly<Record<string, string>> = { dfi: 'DFI', ofac: 'OFAC' };

/** What a field of a NACHA record is called on the screen: "receivingDfi" → "Receiving DFI", "reserved2" → "Reserved". */
export function fieldWords(name: string): string {
  const words = name
    .replace(/\d+$/, '')
    .split(/(?=[A-Z])/)
    .map((word) => CAPITALS[word.toLowerCase()] ?? word.toLowerCase())
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
