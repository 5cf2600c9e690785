import { ArrowLeftOutlined } from '@ant-design/icons';
import { Link } from 'react-router-dom';
import { AS_IT_WAS } from '../../../addresses/as-it-was.ts';
import { useListAddress } from '../../../addresses/remembered-list.ts';

export function BackToMembers() {
  return (
    <Link to={useListAddress('/analysis')} state={AS_IT_WAS} className="back-link">
      <ArrowLeftOutlined aria-hidden /> Back to Customer Analysis
    </Link>
  );
}
