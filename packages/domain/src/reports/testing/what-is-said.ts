import type { Said, Statement } from '../grounding/reading/statement.ts';

/** "$1.2 million: money 1200000 by 100000": each statement of a text, what it says and what its last place adds. */
export function whatIsSaid(text: string, find: (text: string) => readonly Statement[]): string[] {
  return find(text).map(({ start, end, said }) => `${text.slice(start, end)}: ${toldShortly(said)}`);
}

function toldShortly(said: Said): string {
  switch (said.kind) {
    case 'number':
      return `${said.unit} ${Number(said.micro) / 1e6} by ${Number(said.step) / 1e6}`;
    case 'day':
      return `day ${said.year ?? '????'}-${said.month}-${said.day}`;
    case 'month':
      return `month ${said.year ?? '????'}-${said.month}`;
    case 'name':
      return `name ${said.name}`;
    case 'code':
      return `code ${said.code}`;
    case 'unclear':
      return 'unclear';
  }
}
