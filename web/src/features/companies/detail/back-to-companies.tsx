import { ArrowLeftOutlined } from '@ant-design/icons';
import { Link } from 'react-router-dom';
import { useListAddress } from '../../../addresses/remembered-list.ts';

export function BackToCompanies() {
  return (
    <Link to={useListAddress('/companies')} className="back-link">
      <ArrowLeftOutlined aria-hidden /> Back to Company Analysis
    </Link>
  );
}
