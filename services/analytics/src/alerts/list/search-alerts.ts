import type { Conditions } from '../../list-figures/conditions.ts';

/** With fewer letters the index of descriptions, which is of three at a time, would read every one of them. */
const LEAST_LETTERS_OF_DESCRIPTION = 3;

/**
 * Alerts of accounts by this number, of accounts whose holder's name or number holds the text, and those whose description
 * does. Each is looked up by its own index: one condition over all three would read the whole table.
 */
export function addSearch(conditions: Conditions, search: string): void {
  if (search === '') return;
  conditions.add(
    (at) => `a.id IN (
      SELECT found.id FROM analytics.unusual_activities found WHERE found.account_number = ${at}
       UNION
      SELECT found.id FROM analytics.member_names n JOIN analytics.unusual_activities found USING (account_number)
       WHERE n.search_text LIKE analytics.containing(${at})
      ${
        search.length < LEAST_LETTERS_OF_DESCRIPTION
          ? ''
          : `UNION
      SELECT found.id FROM analytics.unusual_activities found
       WHERE analytics.folded(found.description) LIKE analytics.containing(${at})`
      })`,
    search,
  );
}
