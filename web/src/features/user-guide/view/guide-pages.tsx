import type { FoundSection } from '../model/search-guide.ts';
import { GuideBlock } from './guide-block.tsx';
import type { Reading } from './guide-text.tsx';
import { GuideText } from './guide-text.tsx';
import { headingId } from './heading-of.ts';

/** The sections themselves, one below the other: to be read through, and printed as a whole. */
export function GuidePages({ found, reading }: { found: readonly FoundSection[]; reading: Reading }) {
  return found.map(({ section: { topic, title, blocks } }) => (
    <section key={topic} aria-labelledby={headingId(topic)} data-topic={topic}>
      <h2 id={headingId(topic)} tabIndex={-1}>
        <GuideText text={title} reading={reading} />
      </h2>
      {blocks.map((block, at) => (
        // Blocks never change their order.
        // oxlint-disable-next-line react/no-array-index-key
        <GuideBlock key={at} block={block} reading={reading} />
      ))}
    </section>
  ));
}
