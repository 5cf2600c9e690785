import { ArrowLeftOutlined } from '@ant-design/icons';
import { Link } from 'react-router-dom';
import { useListAddress } from '../../../addresses/remembered-list.ts';

export function BackToMembers() {
  return (
    <Link to={useListAddress('/analysis')} className="back-link">
      <ArrowLeftOutlined aria-hidden /> Back to Customer Analysis
    </Link>
  );
}
