/** Fields whose label is their name in words: `accountNumber` is "Account number". */
const FIELDS_LABELED_BY_NAME: ReadonlySet<string> = new Set(
  `accountNumber action activityType addenda amount assignee batch category cells checkTracerNumber column
  columns company currentPassword customPrompt dateRange decision entryDescription filters firstName
  hiddenColumns lastName limit member name note operator outcome page pageSize password reason reference
  reportType reviewed riskLevel role row rows screen search sensitivity sort state systemUpdates
  transactionCode transactionType username visibility weeklyReports`.split(/\s+/),
);

const OTHER_LABELS: Readonly<Record<string, string>> = {
  activity: 'Last activity',
  actorId: 'User',
  addressLines: 'Address',
  analyzeAllData: 'Analysis of all data',
  andOlder: 'All older notifications',
  basedOn: 'Version',
  charterNumber: 'NCUA charter number',
  class: 'ACH class code',
  colleaguesImports: 'Files of colleagues',
  columnCount: 'Number of columns',
  confirmPassword: 'Confirmation',
  contactEmail: 'Contact e-mail',
  contactName: 'Contact',
  contactPhone: 'Contact telephone',
  creditsAbove: 'Credits greater than',
  creditsBelow: 'Credits less than',
  dateOrder: 'Order of dates',
  dateRangeEnd: 'End date',
  dateRangeStart: 'Start date',
  debitsAbove: 'Debits greater than',
  debitsBelow: 'Debits less than',
  delimiter: 'Separator',
  direction: 'Credit or debit',
  displayTimeZone: 'Time zone',
  due: 'SAR due',
  emailAlerts: 'E-mail alerts',
  end: 'End date',
  field: 'Meaning of the column',
  forceReset: 'Must change the password',
  from: 'First day',
  hasHeader: 'Header row',
  highAlerts: 'High-risk alerts',
  id: 'Number',
  ids: 'Alerts',
  incomeBand: 'Monthly income',
  isActive: 'Active',
  mediumAlerts: 'Medium-risk alerts',
  memberId: 'Member',
  membersAbove: 'Members greater than',
  membersBelow: 'Members less than',
  newPassword: 'Password',
  order: 'Sort direction',
  ownAlerts: 'My alerts',
  ownReports: 'My reports',
  parameters: 'Parameters of the rules',
  query: 'Filters of the view',
  reviewedAt: 'Time of the review',
  routingNumber: 'ABA routing number',
  sarDaysLeft: 'Days left',
  sarDue: 'SAR due',
  skippedRows: 'Rows above the header',
  start: 'Start date',
  subjectId: 'Subject',
  subjectType: 'Kind of subject',
  switchedOff: 'Rules switched off',
  to: 'Last day',
  twoFactorCode: 'Code',
  until: 'Last day',
  value: 'Amount',
  value2: 'Max amount',
  viewId: 'View',
  volumeAbove: 'Total volume greater than',
  volumeBelow: 'Total volume less than',
};

/**
 * The screen label of a request field, for error messages. test/docs/wire-errors.spec.ts fails for a field without one.
 * @returns null for an unknown field
 */
export function fieldLabelOf(field: string): string | null {
  if (Object.hasOwn(OTHER_LABELS, field)) return OTHER_LABELS[field] ?? null;
  if (!FIELDS_LABELED_BY_NAME.has(field)) return null;
  const words = field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
