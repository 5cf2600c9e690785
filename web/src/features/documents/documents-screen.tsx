import './documents.css';
import { useQuery } from '@tanstack/react-query';
import { getMetrics } from '../../api/dashboard-api.ts';
import { AsOf } from '../../components/definition-info.tsx';
import { FigureCard, FigureCardsSkeleton } from '../../components/figure-cards.tsx';
import { ImportTabs, TRANSACTIONS_JSON_EXAMPLE } from '../../components/import-tabs.tsx';
import { Panel, QueryStates } from '../../components/panel.tsx';
import { formatCount, formatMoney, formatWholeDollars } from '../../lib/number-format.ts';
import { DocumentUploadCard, useDocumentUploads } from './document-upload-card.tsx';
import { RecentJobs, useTrackedJobs } from './recent-parse-jobs.tsx';
import { SavedLayouts } from './saved-layouts.tsx';

/** Spec section 3, extraction page. */
function InstructionsCard() {
  return (
    <Panel title="Import Instructions" className="documents-instructions">
      <p>
        A document needs a table or a list of labeled values with account, name, company, amount, and credit or debit.
        Values that cannot be read with certainty wait for your review.
      </p>
      <p className="quiet">
        Upload JSON files under Transaction files instead. Required: company, last_name, first_name, account_number,
        original_account, transaction_code, amount, transaction_type (Credit or Debit). Recommended: posting_date.
      </p>
      {/* A scrolling region must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0}>{TRANSACTIONS_JSON_EXAMPLE}</pre>
    </Panel>
  );
}

const PERIOD_DAYS = 30;

function DocumentSummaryCards() {
  const metrics = useQuery(getMetrics(PERIOD_DAYS));
  return (
    <QueryStates
      query={metrics}
      skeleton={<FigureCardsSkeleton count={3} />}
      failed="The key figures could not be loaded."
    >
      {({ asOf, totalCredits, totalDebits, activeMembers }) => (
        <section aria-label="Key figures, last 30 days">
          {asOf !== null && <AsOf day={asOf} />}
          <div className="documents-figures">
            <FigureCard
              definition="totalCredits"
              figure={formatWholeDollars(totalCredits)}
              exact={formatMoney(totalCredits)}
              note="30 days"
            />
            <FigureCard
              definition="totalDebits"
              figure={formatWholeDollars(totalDebits)}
              exact={formatMoney(totalDebits)}
              note="30 days"
            />
            <FigureCard definition="activeMembers" figure={formatCount(activeMembers)} note="30 days" />
          </div>
        </section>
      )}
    </QueryStates>
  );
}

/** ACH File Extraction (spec section 2). */
export default function DocumentsScreen() {
  const documents = useDocumentUploads();
  const jobs = useTrackedJobs(documents);
  return (
    <div className="documents-screen">
      <ImportTabs />
      <DocumentUploadCard documents={documents} />
      <DocumentSummaryCards />
      <div className="documents-columns">
        <RecentJobs jobs={jobs} />
        <InstructionsCard />
      </div>
      <SavedLayouts />
    </div>
  );
}
