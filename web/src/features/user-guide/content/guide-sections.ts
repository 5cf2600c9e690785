import { GUIDE_TOPICS, type GuideTopic } from '../../../guide-link/guide-topics.ts';
import { GUIDE_PARTS, type GuideSection } from '../model/guide-section.ts';
import { ADMINS } from './admins.ts';
import { ALERT_STORY } from './alert-story.ts';
import { COUNTED } from './counted.ts';
import { EXAMINERS } from './examiners.ts';
import { FIND, VIEWS } from './finding.ts';
import { FIRST_DAY } from './first-day.ts';
import { KEYBOARD } from './keyboard.ts';
import { CODES, FIGURES, RULES } from './look-up.ts';
import { ROLES_SECTION } from './roles.ts';
import { ACCOUNT, AUDIT_LOG, SETTINGS, USERS } from './screens/administering.ts';
import { ALERT, FRAUD, TRANSACTION } from './screens/casework.ts';
import { DASHBOARD } from './screens/dashboard.ts';
import { DOCUMENTS, IMPORT, RECEIPT } from './screens/importing.ts';
import { COMPANIES, COMPANY, MEMBER, MEMBERS } from './screens/people.ts';
import { AI_REPORTS, REPORTS } from './screens/reporting.ts';
import { TROUBLE } from './trouble.ts';
import { WORDS } from './words.ts';

/** What is said about each topic; one that is missing is a type error. */
const BY_TOPIC: Readonly<Record<GuideTopic, GuideSection>> = {
  'first-day': FIRST_DAY,
  roles: ROLES_SECTION,
  trouble: TROUBLE,
  'alert-story': ALERT_STORY,
  counted: COUNTED,
  find: FIND,
  views: VIEWS,
  dashboard: DASHBOARD,
  import: IMPORT,
  receipt: RECEIPT,
  documents: DOCUMENTS,
  members: MEMBERS,
  member: MEMBER,
  companies: COMPANIES,
  company: COMPANY,
  reports: REPORTS,
  'ai-reports': AI_REPORTS,
  fraud: FRAUD,
  alert: ALERT,
  transaction: TRANSACTION,
  settings: SETTINGS,
  users: USERS,
  'audit-log': AUDIT_LOG,
  account: ACCOUNT,
  admins: ADMINS,
  examiners: EXAMINERS,
  keyboard: KEYBOARD,
  rules: RULES,
  figures: FIGURES,
  codes: CODES,
  words: WORDS,
};

/** The whole guide in reading order: part by part, within a part in the order of the topics. */
export const GUIDE_SECTIONS: readonly GuideSection[] = GUIDE_PARTS.flatMap((part) =>
  GUIDE_TOPICS.map((topic) => BY_TOPIC[topic]).filter((section) => section.part === part),
);

export function titleOfTopic(topic: GuideTopic): string {
  return BY_TOPIC[topic].title;
}
