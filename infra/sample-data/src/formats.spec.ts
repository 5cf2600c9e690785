import { createHash } from 'node:crypto';
import { FORMATS } from './formats.ts';
import { generateLedger } from './ledger/generate-ledger.ts';
import { SAMPLE } from './options.ts';

describe.each(Object.keys(FORMATS))('the format %s', (name) => {
  const digestOf = (seed: number): string => {
    const hash = createHash('sha256');
    for (const piece of FORMATS[name]?.(
      generateLedger({ ...SAMPLE, transactions: 2_000, accounts: 400, seed }),
    ) ?? [])
      hash.update(piece);
    return hash.digest('hex');
  };

  it('has the same bytes for the same seed, and others for another', () => {
    expect(digestOf(1)).toBe(digestOf(1));
    expect(digestOf(2)).not.toBe(digestOf(1));
  });
});
