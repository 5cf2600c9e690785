import { MetricCards } from './metrics/metric-cards.tsx';
import { TopRecipients } from './recipients/top-recipients.tsx';
import { TransactionTrends } from './trends/transaction-trends.tsx';
import { UnusualActivityPanel } from './unusual-activity/unusual-activity-panel.tsx';
import './dashboard.css';

export default function DashboardScreen() {
  return (
    <div className="dashboard">
      <MetricCards />
      <div className="dashboard-row">
        <TransactionTrends />
        <TopRecipients />
      </div>
      <UnusualActivityPanel />
    </div>
  );
}
