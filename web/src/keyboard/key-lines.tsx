import type { Deed } from './deeds.ts';
import { KeyCaps } from './key-caps.tsx';

/** What keys do, one deed after the other. */
export function KeyLines({ deeds }: { deeds: readonly Deed[] }) {
  return deeds.map(({ keys, meaning }) => (
    <span key={meaning} className="key-line quiet">
      <KeyCaps keys={keys} /> {meaning}
    </span>
  ));
}
