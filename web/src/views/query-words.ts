/** What a query asks for, as plain words: "Risk level: high · Search: dana". */
export function queryWords(query: string): string {
  const words = [...new URLSearchParams(query)].map(([name, value]) => `${spaced(name)}: ${value}`);
  return words.length === 0 ? 'Everything' : words.join(' · ');
}

/** "riskLevel" as "Risk level". */
function spaced(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
