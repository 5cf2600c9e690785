import { GUIDE_TOPICS, type GuideTopic } from '../../lib/user-guide-topics.ts';
import { BEGINNING, EXPLANATIONS } from './guide-basics.ts';
import { AUDIENCES, REFERENCE } from './guide-reference.ts';
import { SCREEN_PAGES } from './guide-screens.ts';
import { GUIDE_PARTS, type GuideSection } from './guide-section.ts';

/** A missing topic is a type error. */
const SECTION_OF_TOPIC: Readonly<Record<GuideTopic, GuideSection>> = {
  ...BEGINNING,
  ...EXPLANATIONS,
  ...SCREEN_PAGES,
  ...AUDIENCES,
  ...REFERENCE,
};

export const GUIDE_SECTIONS: readonly GuideSection[] = GUIDE_PARTS.flatMap((part) =>
  GUIDE_TOPICS.map((topic) => SECTION_OF_TOPIC[topic]).filter((section) => section.part === part),
);

export const titleOfTopic = (topic: GuideTopic): string => SECTION_OF_TOPIC[topic].title;
