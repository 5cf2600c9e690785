import { ApiOutlined } from '@ant-design/icons';
import type { HealthReport } from '@clearwatch/contracts/system-status.dto';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { describeError } from '../../../api/describe-error.ts';
import { ApiError } from '../../../api/http.ts';
import { askHealth } from '../../../api/system.ts';
import { useToasts } from '../../../toasts/toasts.tsx';
import { databaseTrouble } from './database-trouble.ts';

const TITLE = 'Connection Test';

/** Asks the server, which asks its database, at this moment; says that it is healthy only when it is. */
export function ConnectionTest() {
  const toasts = useToasts();
  const test = useMutation({
    mutationFn: readHealth,
    onMutate: () => toasts.clear(),
    onSuccess: (report) => {
      const trouble = databaseTrouble(report);
      if (trouble === null) toasts.success({ title: TITLE, description: 'Database connection is healthy' });
      else toasts.failure({ title: TITLE, description: trouble });
    },
    onError: (error) =>
      toasts.failure({ title: TITLE, description: describeError(error, 'The server did not answer.') }),
  });
  return (
    <Button icon={<ApiOutlined aria-hidden />} disabled={test.isPending} onClick={() => test.mutate()}>
      {test.isPending ? 'Testing...' : 'Test connection'}
    </Button>
  );
}

/** A report of trouble comes with 503. */
async function readHealth(): Promise<HealthReport> {
  try {
    return await askHealth();
  } catch (error) {
    const report = error instanceof ApiError && error.status === 503 ? reportIn(error.message) : null;
    if (report === null) throw error;
    return report;
  }
}

/** The message of an error is the status, a colon, a space, and the body. */
function reportIn(message: string): HealthReport | null {
  try {
    const report = JSON.parse(message.slice(message.indexOf(': ') + 2)) as Partial<HealthReport> | null;
    return Array.isArray(report?.checks) ? (report as HealthReport) : null;
  } catch {
    return null;
  }
}
