import { ArrowLeftOutlined } from '@ant-design/icons';
import { Link } from 'react-router-dom';

export function BackToCompanies() {
  return (
    <Link to="/companies" className="back-link">
      <ArrowLeftOutlined aria-hidden /> Back to Company Analysis
    </Link>
  );
}
