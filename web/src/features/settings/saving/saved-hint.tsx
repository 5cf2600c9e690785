import { Alert } from 'antd';
import { Link } from 'react-router-dom';
import './saving.css';

interface SavedHintProps {
  version: number;
  onClose: () => void;
}

/** What a new policy does at once, and what it needs somebody for. */
export function SavedHint({ version, onClose }: SavedHintProps) {
  return (
    <Alert
      className="saved-hint"
      type="success"
      showIcon
      closable={{ onClose }}
      title={`Version ${version} is in force`}
      description={
        <>
          Transactions that come in from now on are analyzed with it. For those that are here already,{' '}
          <Link to="/fraud">Run Full Analysis</Link>.
        </>
      }
    />
  );
}
