import type { Entry } from '../../entry.ts';

/** Whether the entry is of a class that companies pay each other with (Nacha SEC codes CCD and CTX). */
export function isCorporate({ class: secCode }: Entry): boolean {
  return secCode === 'CCD' || secCode === 'CTX';
}
