import { detectMember } from './detect-member.ts';
import type { Entry } from './entry.ts';
import type { DetectionContext, Finding } from './frame.ts';
import { prepareMember } from './preparation/prepare-member.ts';

/** Beyond so many entries read in all looks together a member is looked at once, with all of them: seconds of work. */
const MOST_ENTRIES_READ = 2_000_000;

/**
 * What detection after each import would have found, had a member's entries come in these imports and no others: one
 * list of findings for each look, in the order of the imports. What an earlier look has found just so is left out, because
 * weighing it again would change nothing.
 *
 * What the institution lends (companies, policy, first day) is that of `context` in every look.
 *
 * @param entries those of one member; each names its import
 */
export function detectOverImports(
  member: { memberKey: string | null; entries: readonly Entry[] },
  context: DetectionContext,
): Finding[][] {
  const seen = new Set<string>();
  return looksAt(member.entries).map((entries) =>
    detectMember(prepareMember({ memberKey: member.memberKey, entries }), context).filter((finding) => {
      const key = identityOf(finding);
      return !seen.has(key) && seen.add(key);
    }),
  );
}

/** What was in the ledger after each import that brought the member anything. */
function looksAt(entries: readonly Entry[]): (readonly Entry[])[] {
  const byImport = Map.groupBy(entries, ({ importId }) => Number(importId));
  const looks: (readonly Entry[])[] = [];
  let read = 0;
  for (const importId of [...byImport.keys()].toSorted((left, right) => left - right)) {
    const look: readonly Entry[] = [...(looks.at(-1) ?? []), ...(byImport.get(importId) ?? [])];
    read += look.length;
    if (read > MOST_ENTRIES_READ) return [entries];
    looks.push(look);
  }
  return looks;
}

function identityOf({ activityType, triggerEntryId, amountCents, entries }: Finding): string {
  return `${activityType} ${triggerEntryId} ${amountCents} ${entries.length}`;
}
