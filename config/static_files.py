"""Static files under names made of their content, the modules that scripts import included."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStaticFiles(CompressedManifestStaticFilesStorage):
    """Whitenoise's storage, which also rewrites `import … from "./x.js"`: only hashed files are kept."""

    support_js_module_import_aggregation = True
