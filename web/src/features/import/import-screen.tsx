import { FormatCard } from './format-card.tsx';
import { RecentImports } from './recent-imports.tsx';
import { UploadCard } from './upload-card.tsx';
import './import.css';

export default function ImportScreen() {
  return (
    <div className="import-screen">
      <UploadCard />
      <RecentImports />
      <FormatCard />
    </div>
  );
}
