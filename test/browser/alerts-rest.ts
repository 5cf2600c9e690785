import { setTimeout as pause } from 'node:timers/promises';
import type { StaffClient } from '@clearwatch/infra-local/staff-client';

/** Whether there are alerts and they stay: detection adds them in several steps, and a row that moves is clicked in vain. */
export async function alertsRest(staff: StaffClient): Promise<boolean> {
  const { text } = await staff.get('/api/unusual-activities');
  await pause(1_000);
  return text !== '[]' && (await staff.get('/api/unusual-activities')).text === text;
}
