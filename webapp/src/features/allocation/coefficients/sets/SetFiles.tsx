import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useOperation } from '../../../../api/operations';
import type { Sites } from '../../key/sites';
import type { CoefficientSet } from '../coefficientSets';
import { useDownloadFile } from '../queries';

/** The files as the operator wants them: one, or one for each producer. */
export function SetFiles({ set, sites }: { set: CoefficientSet; sites: Sites }) {
  const t = useT();
  const formats = useFormats();
  const download = useDownloadFile(useOperation().id);
  return (
    <Box component="ul" aria-label={t('allocation.set.files')} sx={{ m: 0, p: 0 }}>
      {set.files.map(({ name, producerId, rows, columns }) => (
        <Stack
          key={name}
          component="li"
          direction="row"
          sx={{
            listStyle: 'none',
            gap: 1,
            py: 0.75,
            flexWrap: 'wrap',
            alignItems: 'center',
            borderTop: 1,
            borderColor: 'divider',
          }}
        >
          <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
            <Typography sx={{ overflowWrap: 'anywhere' }}>{name}</Typography>
            <Typography variant="caption" color="textSecondary" component="p">
              {[
                ...(producerId ? [sites.names.get(producerId) ?? t('allocation.site.unknown')] : []),
                t('allocation.set.fileSize', { rows: formats.number(rows), columns: formats.number(columns) }),
              ].join(' · ')}
            </Typography>
          </Box>
          <Button
            size="small"
            variant="outlined"
            color="inherit"
            className="no-print"
            startIcon={<DownloadOutlined />}
            loading={download.isPending && download.variables?.fileName === name}
            aria-label={t('allocation.set.downloadFile', { name })}
            onClick={() => download.mutate({ setId: set.id, fileName: name })}
          >
            {t('allocation.set.download')}
          </Button>
        </Stack>
      ))}
    </Box>
  );
}
