import { GUIDE_TOPICS, type GuideTopic } from '../../lib/user-guide-topics.ts';
import {
  ALERT_LIFECYCLE_SECTION,
  COUNTING_SECTION,
  FIND_SECTION,
  FIRST_DAY_SECTION,
  ROLES_SECTION,
  TROUBLESHOOTING_SECTION,
  VIEWS_SECTION,
} from './guide-basics.ts';
import {
  ADMINS_SECTION,
  CODES_SECTION,
  EXAMINERS_SECTION,
  FIGURES_SECTION,
  GLOSSARY_SECTION,
  KEYBOARD_SECTION,
  RULES_SECTION,
} from './guide-reference.ts';
import {
  ACCOUNT_SECTION,
  AI_REPORTS_SECTION,
  ALERT_SECTION,
  AUDIT_LOG_SECTION,
  COMPANIES_SECTION,
  COMPANY_SECTION,
  DASHBOARD_SECTION,
  DOCUMENTS_SECTION,
  FRAUD_SECTION,
  IMPORT_SECTION,
  MEMBER_SECTION,
  MEMBERS_SECTION,
  RECEIPT_SECTION,
  REPORTS_SECTION,
  SETTINGS_SECTION,
  TRANSACTION_SECTION,
  USERS_SECTION,
} from './guide-screens.ts';
import { GUIDE_PARTS, type GuideSection } from './guide-section.ts';

/** What is said about each topic; one that is missing is a type error. */
const BY_TOPIC: Readonly<Record<GuideTopic, GuideSection>> = {
  'first-day': FIRST_DAY_SECTION,
  roles: ROLES_SECTION,
  trouble: TROUBLESHOOTING_SECTION,
  'alert-story': ALERT_LIFECYCLE_SECTION,
  counted: COUNTING_SECTION,
  find: FIND_SECTION,
  views: VIEWS_SECTION,
  dashboard: DASHBOARD_SECTION,
  import: IMPORT_SECTION,
  receipt: RECEIPT_SECTION,
  documents: DOCUMENTS_SECTION,
  members: MEMBERS_SECTION,
  member: MEMBER_SECTION,
  companies: COMPANIES_SECTION,
  company: COMPANY_SECTION,
  reports: REPORTS_SECTION,
  'ai-reports': AI_REPORTS_SECTION,
  fraud: FRAUD_SECTION,
  alert: ALERT_SECTION,
  transaction: TRANSACTION_SECTION,
  settings: SETTINGS_SECTION,
  users: USERS_SECTION,
  'audit-log': AUDIT_LOG_SECTION,
  account: ACCOUNT_SECTION,
  admins: ADMINS_SECTION,
  examiners: EXAMINERS_SECTION,
  keyboard: KEYBOARD_SECTION,
  rules: RULES_SECTION,
  figures: FIGURES_SECTION,
  codes: CODES_SECTION,
  words: GLOSSARY_SECTION,
};

/** The whole guide in reading order: part by part, within a part in the order of the topics. */
export const GUIDE_SECTIONS: readonly GuideSection[] = GUIDE_PARTS.flatMap((part) =>
  GUIDE_TOPICS.map((topic) => BY_TOPIC[topic]).filter((section) => section.part === part),
);

export function titleOfTopic(topic: GuideTopic): string {
  return BY_TOPIC[topic].title;
}
