import type { CheckResult, Disagreement, LedgerVerification } from './verify-ledger.ts';

/** What a person at a shell reads. */
export function tellVerification({ agrees, extent, checks }: LedgerVerification): string {
  const number = (count: number) => count.toLocaleString('en-US');
  const about = `${number(extent.transactions)} transactions, ${number(extent.members)} members, ${number(extent.imports)} imports`;
  const verdict = agrees ? `The ledger agrees to the cent: ${about}.` : `The ledger DISAGREES: ${about}.`;
  const waiting =
    extent.notYetProjected === 0
      ? []
      : [`Not yet in the figures, and not checked against them: ${number(extent.notYetProjected)} imports.`];
  return [verdict, ...waiting, ...checks.filter(({ disagreements }) => disagreements > 0).flatMap(tellCheck)]
    .map((line) => `${line}\n`)
    .join('');
}

function tellCheck({ holds, disagreements, first }: CheckResult): string[] {
  const left = disagreements - first.length;
  return [
    '',
    `Does not hold: ${holds} Wrong figures: ${disagreements.toLocaleString('en-US')}.`,
    ...first.map(tell),
    ...(left > 0 ? [`  … and ${left.toLocaleString('en-US')} more`] : []),
  ];
}

function tell({ place, figure, kept, counted }: Disagreement): string {
  return `  ${place}: ${figure} kept ${kept ?? 'none'}, counted ${counted ?? 'none'}`;
}
