import { ArrowLeftOutlined } from '@ant-design/icons';
import { Link } from 'react-router-dom';

export function BackToMembers() {
  return (
    <Link to="/analysis" className="back-link">
      <ArrowLeftOutlined aria-hidden /> Back to Customer Analysis
    </Link>
  );
}
