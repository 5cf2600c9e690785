import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { request } from '../api/http.ts';
import { createQueryClient } from '../api/query-client.ts';
import { ConfirmDialog } from '../dialogs/confirm-dialog.tsx';
import { NO_REQUEST, toGenerate } from '../report-writing/report-request.ts';
import { useGenerateReport } from '../report-writing/use-generate-report.ts';
import { TakeNextButton } from '../review/take-next-button.tsx';
import { useDecideAlert } from '../review/use-decide-alert.ts';
import { useSignOut } from '../session/use-sign-out.ts';
import { ToastsProvider } from '../toasts/toasts.tsx';
import { useToldChange } from '../toasts/use-told-change.ts';
import { FakeServer, held } from './fake-server.ts';

const CHANGE = {
  call: () => request('/api/users/2', { method: 'DELETE' }),
  done: { title: 'Done' },
  failed: 'Failed',
};

function ToldChange() {
  const { mutate, isPending } = useToldChange([], () => undefined);
  return (
    <button type="button" disabled={isPending} onClick={() => mutate(CHANGE)}>
      Go
    </button>
  );
}

function Confirmed() {
  const { mutate, isPending } = useToldChange([], () => undefined);
  const question = { title: 'Delete?', text: 'It goes.', verb: 'Go', busyVerb: 'Going...' };
  return (
    <ConfirmDialog
      question={question}
      busy={isPending}
      onConfirm={() => mutate(CHANGE)}
      onCancel={() => undefined}
    />
  );
}

function Decision() {
  const { mutate, isPending } = useDecideAlert();
  return (
    <button type="button" disabled={isPending} onClick={() => mutate({ id: 7 })}>
      Go
    </button>
  );
}

function Report() {
  const { generate } = useGenerateReport({ failed: () => 'Failed', onDone: () => undefined });
  return (
    <button type="button" onClick={() => generate(toGenerate(NO_REQUEST))}>
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

/** What every changing button of the screens is made of. */
const PIECES: [name: string, piece: ReactElement, route: Parameters<FakeServer['on']>[0]][] = [
  ['a change that is told', <ToldChange key="told" />, 'DELETE /api/users/2'],
  ['a question', <Confirmed key="confirmed" />, 'DELETE /api/users/2'],
  ['a decision', <Decision key="decision" />, 'PATCH /api/unusual-activities/7/review'],
  ['a report', <Report key="report" />, 'POST /api/generate-report'],
  ['taking the next alert', <TakeNextButton key="next" />, 'POST /api/unusual-activities/next'],
  ['signing out', <SignOut key="out" />, 'POST /api/auth/logout'],
];

describe('a double click', () => {
  it.each(PIECES)('on %s sends one request', async (_name, piece, route) => {
    const answer = held({ status: 503, body: 'Later.' });
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
    // The button is there again for another try.
    expect(await screen.findByRole('button', { name: /^(Go|Take next)$/ })).toBeEnabled();
    expect(server.requestsTo(route)).toHaveLength(1);
  });
});
