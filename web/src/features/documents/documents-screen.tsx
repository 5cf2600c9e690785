import { ImportTabs } from '../../import-tabs/import-tabs.tsx';
import { InstructionsCard } from './instructions-card.tsx';
import { RecentJobs } from './jobs/recent-jobs.tsx';
import { useTrackedJobs } from './jobs/use-tracked-jobs.ts';
import { SummaryCards } from './summary-cards.tsx';
import { DocumentUploadCard } from './upload/document-upload-card.tsx';
import { useDocuments } from './upload/use-documents.ts';
import './documents.css';

/** ACH File Extraction (spec section 2): documents go in, their transactions come out. */
export default function DocumentsScreen() {
  const documents = useDocuments();
  const jobs = useTrackedJobs(documents);
  return (
    <div className="documents-screen">
      <ImportTabs />
      <DocumentUploadCard documents={documents} />
      <SummaryCards />
      <div className="documents-columns">
        <RecentJobs jobs={jobs} />
        <InstructionsCard />
      </div>
    </div>
  );
}
