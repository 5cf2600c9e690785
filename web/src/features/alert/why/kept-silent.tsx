import { withFormattedDays } from '../../../formats/dates.ts';

/** How near the line it was: what would have kept the rule silent. */
export function KeptSilent({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <section aria-label="What would have kept it silent">
      <h3>What would have kept it silent</h3>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{withFormattedDays(sentence)}</li>
        ))}
      </ul>
    </section>
  );
}
