import { SERVICE_FACTS } from '../../web/src/features/user-guide/guide-section.ts';
import { textOf } from './project-documents.ts';

const { sessionDays, usualIdleMinutes, recoveryCodes, uploadGigabytes, documentMegabytes } = SERVICE_FACTS;
const { alertLockMinutes, reportYears } = SERVICE_FACTS;

/** Numbers in the User Guide that only services define. */
describe('facts from the services', () => {
  it.each([
    ['services/gateway/src/sessions/session-principal.ts', `MAX_SESSION_MS = ${sessionDays} * 24 * 3_600_000`],
    ['services/gateway/src/gateway-environment.ts', `SESSION_IDLE_MINUTES = ${usualIdleMinutes};`],
    ['services/auth/src/two-factor/two-factor.service.ts', `RECOVERY_CODE_COUNT = ${recoveryCodes};`],
    ['packages/contracts/src/upload-limits.ts', `MAX_UPLOAD_BYTES = ${uploadGigabytes} * 1024 ** 3`],
    [
      'services/ingest/src/documents/upload-documents.service.ts',
      `MAX_DOCUMENT_BYTES = ${documentMegabytes} * 1024 ** 2`,
    ],
    ['services/analytics/src/alerts/alert-decisions.repository.ts', `LOCK_MINUTES = ${alertLockMinutes};`],
    ['services/reports/src/ai-reports/report-expiry.service.ts', `REPORTS_KEPT_YEARS = ${reportYears};`],
  ])('the user guide states the value of %s: %s', (file, words) => {
    expect(textOf(file)).toContain(words);
  });
});
