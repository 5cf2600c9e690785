import type { ComponentType } from 'react';

/** Where an entry leads: a page, or something that opens above whatever page is shown. */
export type Jump = { to: string } | { opens: 'alert' | 'transaction'; id: number };

/** A line of the palette. */
export interface Entry {
  /** Unlike all others. */
  id: string;
  label: string;
  detail: string;
  icon: ComponentType<{ 'aria-hidden'?: boolean }>;
  /** Keys that do the same, one after the other. */
  keys?: readonly string[];
  /** `stay`: what leaves the palette open. */
  does: { jump: Jump } | { act: () => void } | { stay: () => void };
}

export interface Group {
  id: string;
  title: string;
  entries: readonly Entry[];
  /** "5 of 1,234"; empty where all are shown. */
  count: string;
  state: 'ready' | 'searching' | 'failed';
  /** They were found for what stood there before. */
  isOutdated: boolean;
}

/** The address of a jump, seen from the page that is open. */
export function addressOf(jump: Jump, here: { pathname: string; search: string }): string {
  if ('to' in jump) return jump.to;
  const params = new URLSearchParams(here.search);
  // One thing is looked at at a time.
  params.delete('alert');
  params.delete('transaction');
  params.set(jump.opens, String(jump.id));
  return `${here.pathname}?${params.toString()}`;
}
