import { NOTIFICATION_KINDS } from '@clearwatch/contracts/notifications.dto';
import { aNotification } from '../testing/a-notification.ts';
import { wordsOf } from './notification-words.ts';

describe('the words of a notification', () => {
  it('count alerts and lead to them; to the one when there is one', () => {
    expect(wordsOf(aNotification())).toEqual({
      title: 'New high-risk alerts',
      text: 'Detection has raised 3 high-risk alerts',
      address: '/fraud?riskLevel=high',
    });
    expect(wordsOf(aNotification({ kind: 'medium_alerts', count: 1, subjectId: 40 }))).toEqual({
      title: 'New medium-risk alert',
      text: 'Detection has raised 1 medium-risk alert',
      address: '/fraud?alert=40',
    });
  });

  it('name the file and who brought it in, and lead to its receipt', () => {
    const told = aNotification({
      kind: 'import',
      outcome: 'failed',
      subjectId: 12,
      label: 'n.ach',
      actor: 'ben',
    });
    expect(wordsOf(told)).toEqual({
      title: 'Import failed',
      text: 'n.ach, brought in by ben',
      address: '/import?import=12',
    });
    expect(wordsOf(aNotification({ kind: 'import', outcome: 'stored' })).title).toBe('Import finished');
  });

  it('name the report, the day on which one is due, and what somebody did', () => {
    expect(
      wordsOf(aNotification({ kind: 'report', outcome: 'completed', subjectId: 5, label: 'Fraud' })),
    ).toEqual({
      title: 'Report ready',
      text: 'Fraud',
      address: '/ai-reports?report=5',
    });
    expect(
      wordsOf(aNotification({ kind: 'sar_due', outcome: 'ahead', subjectId: 40, day: '2026-12-01' })).text,
    ).toBe('The 30 days of alert 40 end on Dec 1, 2026');
    expect(
      wordsOf(aNotification({ kind: 'own_alert', outcome: 'reopened', subjectId: 40, actor: 'cleo' })),
    ).toEqual({
      title: 'Alert 40',
      text: 'cleo has reopened an alert that you had decided',
      address: '/fraud?alert=40',
    });
  });

  it.each(NOTIFICATION_KINDS)('are never empty: %s', (kind) => {
    const { title, address } = wordsOf(aNotification({ kind, subjectId: 1 }));
    expect([title, address]).toEqual([expect.stringMatching(/\w/), expect.stringMatching(/^\//)]);
  });
});
