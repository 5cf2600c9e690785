import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { useAddressWord } from '../../addresses/use-address-word.ts';
import { getAlertCounts } from '../../api/list-unusual-activities.ts';
import { QueryStates } from '../../panels/panel-states.tsx';
import { AnalysisBar } from './analysis/analysis-bar.tsx';
import { CategoryCards } from './categories/category-cards.tsx';
import { CategoryDetails } from './categories/category-details.tsx';
import { AlertCounters } from './counters/alert-counters.tsx';
import { CountsSkeleton } from './counters/counts-skeleton.tsx';
import { AlertList } from './list/alert-list.tsx';
import { readAlertList } from './list/alert-list-state.ts';
import { QualityPanel } from './quality/quality-panel.tsx';
import './fraud.css';

/** Advanced Fraud Detection: how many alerts there are and of what kind, the alerts themselves, and how good the rules are. */
export default function FraudScreen() {
  const counts = useQuery(getAlertCounts());
  const [params] = useSearchParams();
  const [details, setDetails] = useAddressWord('details', ['hidden', 'shown']);
  const showsDetails = details === 'shown';
  return (
    <div className="screen-rows fraud-screen">
      <AnalysisBar
        counts={counts.data}
        showsDetails={showsDetails}
        onToggleDetails={() => setDetails(showsDetails ? 'hidden' : 'shown')}
      />
      <QueryStates query={counts} skeleton={<CountsSkeleton />} failed="The alerts could not be counted.">
        {(known) => (
          <>
            <AlertCounters counts={known} />
            <CategoryCards counts={known} shown={readAlertList(params).category} />
            {showsDetails && <CategoryDetails counts={known} />}
          </>
        )}
      </QueryStates>
      <AlertList />
      <QualityPanel />
    </div>
  );
}
