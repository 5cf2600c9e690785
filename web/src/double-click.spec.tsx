import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { request } from './api/api-client.ts';
import { createQueryClient } from './api/query-client.ts';
import { EMPTY_REQUEST, toGenerateRequest } from './components/ai-reports/report-request-fields.tsx';
import { useGenerateReport } from './components/ai-reports/use-generate-report.ts';
import { useReviewAlertWithToast } from './components/alerts/alert-review.ts';
import { TakeNextAlertButton } from './components/alerts/take-next-alert.tsx';
import { ConfirmDialog } from './components/confirm-dialog.tsx';
import { useSignOut } from './components/leave-guard.tsx';
import { ToastsProvider } from './components/toasts.tsx';
import { useChangeWithToast } from './components/use-change-with-toast.ts';
import { FakeServer, heldAnswer } from './testing/fake-server.ts';

const CHANGE = {
  call: () => request('/api/users/2', { method: 'DELETE' }),
  done: { title: 'Done' },
  failed: 'Failed',
};

function ChangeWithToast() {
  const { mutate, isPending } = useChangeWithToast([], () => undefined);
  return (
    <button type="button" disabled={isPending} onClick={() => mutate(CHANGE)}>
      Go
    </button>
  );
}

function Confirmed() {
  const { mutate, isPending } = useChangeWithToast([], () => undefined);
  const question = { title: 'Delete?', text: 'It goes.', verb: 'Go', busyVerb: 'Going...' };
  return (
    <ConfirmDialog question={question} busy={isPending} onConfirm={() => mutate(CHANGE)} onCancel={() => undefined} />
  );
}

function Decision() {
  const { mutate, isPending } = useReviewAlertWithToast();
  return (
    <button type="button" disabled={isPending} onClick={() => mutate({ id: 7 })}>
      Go
    </button>
  );
}

function Report() {
  const { generate } = useGenerateReport({ failed: () => 'Failed', onDone: () => undefined });
  return (
    <button type="button" onClick={() => generate(toGenerateRequest(EMPTY_REQUEST))}>
      Go
    </button>
  );
}

function SignOut() {
  const { signOut, isPending } = useSignOut();
  return (
    <button type="button" disabled={isPending} onClick={signOut}>
      Go
    </button>
  );
}

/** The components behind every button that sends a change. */
const PIECES: [name: string, piece: ReactElement, route: Parameters<FakeServer['on']>[0]][] = [
  ['a change with a toast', <ChangeWithToast key="toast" />, 'DELETE /api/users/2'],
  ['a question', <Confirmed key="confirmed" />, 'DELETE /api/users/2'],
  ['a decision', <Decision key="decision" />, 'PATCH /api/unusual-activities/7/review'],
  ['a report', <Report key="report" />, 'POST /api/generate-report'],
  ['taking the next alert', <TakeNextAlertButton key="next" />, 'POST /api/unusual-activities/next'],
  ['signing out', <SignOut key="out" />, 'POST /api/auth/logout'],
];

describe('buttons', () => {
  it.each(PIECES)('a double click on %s sends one request', async (_name, piece, route) => {
    const answer = heldAnswer({ status: 503, body: 'Later.' });
    const server = new FakeServer().on(route, answer.respond);
    render(
      <QueryClientProvider client={createQueryClient()}>
        <ToastsProvider>
          <MemoryRouter>{piece}</MemoryRouter>
        </ToastsProvider>
      </QueryClientProvider>,
    );
    await userEvent.setup().dblClick(await screen.findByRole('button', { name: /^(Go|Take next)$/ }));
    expect(server.requestsTo(route)).toHaveLength(1);
    answer.release();
    expect(await screen.findByRole('button', { name: /^(Go|Take next)$/ })).toBeEnabled();
    expect(server.requestsTo(route)).toHaveLength(1);
  });
});
