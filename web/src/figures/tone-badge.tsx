import type { ReactNode } from 'react';
import './figures.css';

export type Tone = 'green' | 'blue' | 'yellow' | 'red' | 'gray';

/** A figure on the colour of its band. The figure says it; the colour only helps the eye. */
export function ToneBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={`tone-badge figures tone-badge-${tone}`}>{children}</span>;
}
