import { act, screen, waitFor, within } from '@testing-library/react';
import { aUser } from '../../testing/api-core-fixtures.ts';
import { aReport, aReportSummary } from '../../testing/api-report-fixtures.ts';
import { FakeEventSource } from '../../testing/browser-fakes.ts';
import type { FakeServer } from '../../testing/fake-server.ts';
import { aSignedInServer, listAnswer } from '../../testing/fake-server-setups.ts';
import { openApp } from '../../testing/open-app.tsx';

function aServerWith(report = aReport(), total = 1): FakeServer {
  return aSignedInServer()
    .on('GET /api/reports', listAnswer([aReportSummary(report)], total))
    .on('GET /api/reports/12', { body: report });
}

const button = (name: string) => screen.findByRole('button', { name });
const theReport = (name = 'Executive Summary, Jul 22 to Aug 20, 2026') => screen.findByRole('region', { name });

describe('report list', () => {
  it('the list of AI reports shows a hint while there are no reports [spec 2.12.4]', async () => {
    aSignedInServer().on('GET /api/reports', listAnswer([]));
    openApp('/ai-reports');
    expect(await screen.findByText('No reports generated yet.')).toBeVisible();
    expect(screen.getByText('Select a report to view its content.')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('AI Reports');
  });

  it('the list of AI reports shows title, type, time, status and unverified figures of each report [spec 2.12.2]', async () => {
    const server = aSignedInServer().on(
      'GET /api/reports',
      listAnswer(
        [
          aReportSummary({ unboundCount: 2 }),
          aReportSummary({ id: 11, title: 'Fraud', reportType: 'fraud_detection', state: 'composing' }),
          aReportSummary({ id: 10, title: 'Mine', reportType: 'custom', state: 'failed' }),
        ],
        45,
      ),
    );
    const user = openApp('/ai-reports');
    await screen.findByRole('link', { name: 'Fraud' });
    const rows = within(screen.getByRole('main')).getAllByRole('listitem');
    expect(rows.slice(0, 3).map(({ textContent }) => textContent?.replaceAll(/\s+/g, ' '))).toEqual([
      'Executive Summary, Jul 22 to Aug 20, 2026Executive Summary 2 unverified figuresNov 20, 2026 09:30',
      'FraudFraud DetectionWritingNov 20, 2026 09:30',
      'MineCustomFailedNov 20, 2026 09:30',
    ]);
    expect(screen.getByText('1–3 of 45')).toBeVisible();
    await user.click(screen.getByTitle('2'));
    await waitFor(() =>
      expect(server.requestsTo('GET /api/reports').at(-1)?.path).toBe('/api/reports?page=2&pageSize=20'),
    );
    expect(window.location.search).toBe('?page=2');
  });

  it('the list of AI reports opens a report at its own URL', async () => {
    aServerWith();
    const user = openApp('/ai-reports');
    await user.click(await screen.findByRole('link', { name: /^Executive Summary/ }));
    expect(await theReport()).toBeVisible();
    expect(window.location.search).toBe('?report=12');
  });
});

describe('report view', () => {
  it('an AI report shows headline, sections, lists, tables, charts and alerts', async () => {
    aServerWith();
    const user = openApp('/ai-reports?report=12');
    const report = within(await theReport());
    expect(await report.findByText(/^Credits rose/)).toHaveTextContent('Credits rose 8.4% to $1,250,340.00.');
    expect(report.getByRole('heading', { level: 3, name: 'What changed' })).toBeVisible();
    expect(report.getByText('Ask the company.')).toBeVisible();
    expect(report.getByRole('table', { name: 'Companies by credits' })).toHaveTextContent(
      'CompanyCreditsExample Payroll Co$1,250,340.00',
    );
    expect(report.getByRole('link', { name: 'Alert 7' })).toHaveAttribute('href', '/ai-reports?report=12&alert=7');
    expect(report.getByText('Written by the built-in writer from ledger figures')).toBeVisible();
    await user.click(report.getByRole('button', { name: 'Table of Credits by month' }));
    expect(report.getByText('$1,000,000.50')).toBeVisible();
    expect(window.location.search).toBe('?report=12&table=Credits+by+month');
  });

  it('an AI report shows the source of a figure on hover', async () => {
    aServerWith();
    const user = openApp('/ai-reports?report=12');
    await user.hover(await screen.findByText('8.4%'));
    const card = await screen.findByText('Change of credits against the 30 days before');
    expect(card.parentElement).toHaveTextContent('Change of credits against the 30 days before8.4%F1 ÷ F3 − 1Fact F2');
    await user.hover(screen.getByText('Ask the company.'));
    await waitFor(() => expect(card).not.toBeInTheDocument());
  });

  it('an AI report shows the source of each figure to keyboard users, with one Tab stop and the arrow keys', async () => {
    aServerWith();
    const user = openApp('/ai-reports?report=12');
    const first = await screen.findByText('8.4%');
    const facts = document.querySelectorAll<HTMLElement>('[data-fact]');
    expect([...facts].filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
    act(() => first.closest<HTMLElement>('[data-fact]')?.focus());
    await screen.findByText('F1 ÷ F3 − 1');
    await user.keyboard('{ArrowRight}');
    expect(await screen.findByText('Sum of money credits posted from 2026-07-22 to 2026-08-20')).toBeInTheDocument();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByText(/^Sum of money credits/)).not.toBeInTheDocument());
    await user.keyboard('{End}');
    expect(facts[facts.length - 1]).toHaveFocus();
  });

  it('an AI report warns of unverified figures and marks them', async () => {
    const headline = [{ text: 'Credits rose ' }, { text: '97%', unbound: true as const }, { text: '.' }];
    aServerWith(aReport({ unboundCount: 1, document: { headline, sections: [] } }));
    openApp('/ai-reports?report=12');
    expect(await screen.findByText('1 figure in this report is not verified against the ledger')).toBeVisible();
    expect(screen.getByText('97%')).toHaveClass('report-unbound');
    expect(screen.getByText('97%')).toHaveTextContent('97% (not verified)');
  });

  it('an AI report shows the model, tokens and cost, and why the built-in writer took over', async () => {
    const server = aServerWith(
      aReport({
        writer: 'model',
        model: 'example-model',
        promptTokens: 4_210,
        completionTokens: 980,
        cost: 0.0132,
      }),
    );
    openApp('/ai-reports?report=12');
    expect(
      await screen.findByText('Written by example-model from ledger figures · 4,210 tokens in, 980 out · $0.0132'),
    ).toBeVisible();
    server.on('GET /api/reports/12', {
      body: aReport({ notice: 'The language model did not answer. The built-in writer took over.' }),
    });
    act(() => FakeEventSource.emit({ type: 'report.finished', reportId: 12 }));
    expect(await screen.findByText(/The built-in writer took over/)).toBeVisible();
  });

  it('an AI report without a document shows the plain text with line breaks and the prompt [spec 2.12.3]', async () => {
    aServerWith(aReport({ document: null, content: 'First line\n\nSecond line', prompt: 'What\nchanged?' }));
    openApp('/ai-reports?report=12');
    expect((await screen.findByText(/First line/)).textContent).toBe('First line\n\nSecond line');
    expect(screen.getByText(/What\s+changed/).textContent).toBe('What\nchanged?');
  });

  it('an AI report shows text and progress while it is written, and can be canceled', async () => {
    const writing = { state: 'composing' as const, document: null, facts: [], writer: null };
    const server = aServerWith(aReport({ ...writing, content: '' }));
    const user = openApp('/ai-reports?report=12');
    expect(await screen.findByText('Collecting figures...')).toBeVisible();
    server.on('GET /api/reports/12', { body: aReport({ ...writing, content: 'Credits rose' }) });
    act(() => FakeEventSource.emit({ type: 'report.progress', reportId: 12, sectionsDone: 2, sections: 5 }));
    expect(await screen.findByText('Writing: 2 of 5 sections')).toBeVisible();
    expect(await screen.findByText('Credits rose')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Export PDF' })).not.toBeInTheDocument();
    // The list already shows the report as being written and is not requested again.
    expect(server.requestsTo('GET /api/reports')).toHaveLength(1);
    const cancelled = aReport({ ...writing, state: 'cancelled', content: 'Credits rose' });
    server.on('POST /api/reports/12/cancel', { body: cancelled }).on('GET /api/reports/12', { body: cancelled });
    await user.click(await button('Cancel'));
    expect(await screen.findByText('The report was canceled.')).toBeVisible();
  });

  it('a failed AI report shows the reason', async () => {
    aServerWith(aReport({ state: 'failed', document: null, content: '', notice: 'The ledger holds no entries.' }));
    openApp('/ai-reports?report=12');
    expect(await screen.findByText('The report could not be generated')).toBeVisible();
    expect(screen.getByText('The ledger holds no entries.')).toBeVisible();
  });

  it('the address of a deleted AI report shows that the report no longer exists', async () => {
    aServerWith().on('GET /api/reports/12', { status: 404, body: 'No such report.' });
    openApp('/ai-reports?report=12');
    expect(await screen.findByText('This report no longer exists.')).toBeVisible();
  });

  it('admins can delete an AI report after a confirmation', async () => {
    const server = aServerWith().on('DELETE /api/reports/12', { status: 204 });
    const user = openApp('/ai-reports?report=12');
    await user.click(await button('Delete'));
    const question = within(await screen.findByRole('dialog', { name: 'Delete report' }));
    expect(question.getByText(/“Executive Summary, Jul 22 to Aug 20, 2026”/)).toBeInTheDocument();
    await user.click(question.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Report Deleted')).toBeVisible();
    expect(window.location.search).toBe('');
    expect(server.requestsTo('DELETE /api/reports/12')).toHaveLength(1);
  });

  it('an AI report does not offer deletion to other roles than admin', async () => {
    aServerWith().on('GET /api/auth/user', { body: aUser({ role: 'User' }) });
    openApp('/ai-reports?report=12');
    expect(await button('Export PDF')).toBeEnabled();
    expect(screen.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
  });
});
