import type { Pattern } from './pattern.ts';

export function behaviourId(pattern: Pattern, index: number): string {
  return `${pattern.name}-${index + 1}`;
}
