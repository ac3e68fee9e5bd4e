import FolderOutlined from '@mui/icons-material/FolderOutlined';
import ImageOutlined from '@mui/icons-material/ImageOutlined';
import InsertDriveFileOutlined from '@mui/icons-material/InsertDriveFileOutlined';
import PictureAsPdfOutlined from '@mui/icons-material/PictureAsPdfOutlined';
import { useT } from '@openpmo/ui/i18n/context';
import type { Doc } from './queries';
import { isPdf, isPicture } from './tree';

/** A folder, a PDF, a picture or another file at a glance. */
export function KindIcon({ doc }: { doc: Doc }) {
  const t = useT();
  const Icon =
    doc.kind === 'FOLDER'
      ? FolderOutlined
      : isPdf(doc)
        ? PictureAsPdfOutlined
        : isPicture(doc)
          ? ImageOutlined
          : InsertDriveFileOutlined;
  return (
    <Icon
      fontSize="small"
      titleAccess={t(`enums.DocumentKind.${doc.kind}`)}
      sx={{ color: 'text.secondary', flex: 'none' }}
    />
  );
}
