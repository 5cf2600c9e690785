import type { ReviewRequest, UnusualActivityDetail } from '@clearwatch/contracts/alerts.dto';
import type { CurrentUser } from '@clearwatch/contracts/sign-in.dto';
import { aDetail, anActivity, aUser } from '../../../../testing/a-ledger.ts';
import { aSignedInServer, listed } from '../../../../testing/a-server.ts';
import type { FakeServer } from '../../../../testing/fake-server.ts';

export const REVIEW = 'PATCH /api/unusual-activities/7/review';
export const ASSIGNMENT = '/api/unusual-activities/7/assignment';

export const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();

/** Somebody else works on it, until a known time of the reader's day. */
export function takenByLena(over: Partial<UnusualActivityDetail> = {}): Partial<UnusualActivityDetail> {
  return { assigneeId: 2, assignee: 'lena', lockedUntil: inMinutes(10), ...over };
}

/** A gateway that remembers what is done with alert 7. */
export function aCaseworkServer(
  alert: Partial<UnusualActivityDetail> = {},
  user: Partial<CurrentUser> = {},
): FakeServer {
  const me = aUser(user);
  let now = aDetail(alert);
  const become = (changed: Partial<UnusualActivityDetail>) => {
    now = Object.assign({}, now, changed);
    return { body: now };
  };
  return aSignedInServer()
    .on('GET /api/auth/user', { body: me })
    .on('GET /api/unusual-activities', listed([anActivity(alert)]))
    .on('GET /api/unusual-activities/7', () => ({ body: now }))
    .on('GET /api/unusual-activities/7/surroundings', {
      body: { firstDay: '2026-10-01', lastDay: '2026-11-18', days: [], otherAlerts: [] },
    })
    .on('GET /api/detection/suppressions', listed([]))
    .on(`PUT ${ASSIGNMENT}`, () =>
      become({ assigneeId: me.id, assignee: me.username, lockedUntil: inMinutes(15) }),
    )
    .on(`DELETE ${ASSIGNMENT}`, () => become({ assigneeId: null, assignee: null, lockedUntil: null }))
    .on(REVIEW, ({ body }) => {
      const { outcome = null, note = null } = (body ?? {}) as ReviewRequest;
      return become({
        reviewed: true,
        reviewOutcome: outcome,
        reviewNote: note,
        reviewedBy: me.username,
        reviewedAt: new Date(2026, 10, 20, 9, 30).toISOString(),
        assigneeId: null,
        assignee: null,
        lockedUntil: null,
      });
    })
    .on('POST /api/unusual-activities/7/reopen', () =>
      become({ reviewed: false, reviewOutcome: null, reviewNote: null, reviewedBy: null, reviewedAt: null }),
    );
}
