import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';
import { getDocument } from '../../api/parse-jobs.ts';
import { PanelEmpty, QueryStates } from '../../panels/panel-states.tsx';
import { SkeletonLines } from '../../panels/skeleton-lines.tsx';
import { DocumentReview } from './review/document-review.tsx';
import './documents.css';
import './review/review.css';

/** While a document is read its page looks again; the end is told by an event as well. */
const LOOK_AGAIN_MS = 5_000;
const NO_DOCUMENT = 'There is no such document.';

export default function DocumentScreen() {
  const { id = '' } = useParams();
  return /^[1-9]\d{0,8}$/.test(id) ? <OneDocument id={Number(id)} /> : <NoDocument />;
}

function OneDocument({ id }: { id: number }) {
  const document = useQuery({
    ...getDocument(id),
    refetchInterval: ({ state }) =>
      state.data?.status === 'pending' || state.data?.status === 'processing' ? LOOK_AGAIN_MS : false,
  });
  return (
    <div className="documents-screen">
      <BackToDocuments />
      <QueryStates
        query={document}
        skeleton={<SkeletonLines lines={8} height={32} />}
        failed="The document could not be loaded."
        missing={NO_DOCUMENT}
      >
        {(detail) => <DocumentReview key={detail.id} document={detail} />}
      </QueryStates>
    </div>
  );
}

function NoDocument() {
  return (
    <div className="documents-screen">
      <BackToDocuments />
      <PanelEmpty text={NO_DOCUMENT} />
    </div>
  );
}

function BackToDocuments() {
  return (
    <nav aria-label="Back">
      <Link to="/import/documents">Back to documents</Link>
    </nav>
  );
}
